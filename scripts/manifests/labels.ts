import type { ILabelSelector } from '@kubernetes-models/apimachinery/apis/meta/v1/LabelSelector';

type Labels = Readonly<Record<string, string>>;

/** Whether a selector picks something with these labels; one that says nothing picks everything. */
export function selects(selector: ILabelSelector, labels: Labels): boolean {
  const equal = Object.entries(selector.matchLabels ?? {}).every(([key, value]) => labels[key] === value);
  return equal && (selector.matchExpressions ?? []).every((expression) => fits(expression, labels));
}

function fits(
  { key, operator, values }: { key: string; operator: string; values?: readonly string[] | null },
  labels: Labels,
): boolean {
  const value = labels[key];
  if (operator === 'Exists') return value !== undefined;
  if (operator === 'DoesNotExist') return value === undefined;
  const isListed = value !== undefined && (values ?? []).includes(value);
  return operator === 'In' ? isListed : !isListed;
}
