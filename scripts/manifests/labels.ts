import type { ILabelSelector } from '@kubernetes-models/apimachinery/apis/meta/v1/LabelSelector';

/** Whether a selector picks a pod with these labels; an empty one picks every pod. @throws Error for expressions */
export function selects(
  { matchLabels = {}, matchExpressions }: ILabelSelector,
  labels: Readonly<Record<string, string>>,
): boolean {
  if (matchExpressions) throw new Error('pods are selected by matchLabels here, not by matchExpressions');
  return Object.entries(matchLabels).every(([key, value]) => labels[key] === value);
}
