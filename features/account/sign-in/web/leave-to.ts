/** Leaves for another site: the provider's sign-in page. */
export const leaveTo = (url: string) => globalThis.location.assign(url)
