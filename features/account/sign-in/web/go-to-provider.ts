/** Leaves for another site: the provider's sign-in page. */
export const goToProvider = (url: string) => globalThis.location.assign(url)
