import { useQuery } from "@tanstack/react-query";
import { useContext } from "react";
import { type FormLabels, FormLabelsOf } from "./form-labels.ts";

/** Undefined until loaded; {} if there are none. */
export function useFormLabels(table: string): FormLabels | undefined {
  const labelsOf = useContext(FormLabelsOf);
  const { data, isError } = useQuery({
    queryKey: ["form-labels", table],
    queryFn: async () => (await labelsOf(table)) ?? {},
    staleTime: Number.POSITIVE_INFINITY,
  });
  return isError ? {} : data;
}
