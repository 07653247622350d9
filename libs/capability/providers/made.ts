/** What a provider made, and its name. */
export type Made<T> = { readonly made: T; readonly by: string };
