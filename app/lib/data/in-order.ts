/** A supabase-js query for rows with a manual order. */
interface Orderable {
  order: (column: "display_order" | "created_at" | "id") => this;
}

/** Sorts by the manual order; ties go by age, then id (rule L-1). */
export const inOrder = <Query extends Orderable>(query: Query): Query =>
  query.order("display_order").order("created_at").order("id");
