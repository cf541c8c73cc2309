/** A query of supabase-js for rows that staff put in order. */
interface Orderable {
  order: (column: "display_order" | "created_at" | "id") => this;
}

/** As staff put them in order; equal display_order: by age, then id (rule L-1). */
export const inOrder = <Query extends Orderable>(query: Query): Query =>
  query.order("display_order").order("created_at").order("id");
