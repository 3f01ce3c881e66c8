/** Where to go after signing in, if it is a page of this dashboard; anything else is dropped. */
export const sameSitePath = (text: string | null | undefined, publicUrl: string) => {
  if (!text || !URL.canParse(text, publicUrl)) return null
  const url = new URL(text, publicUrl)
  const isOwn = url.origin === new URL(publicUrl).origin && !url.pathname.startsWith('//')
  return isOwn ? `${url.pathname}${url.search}${url.hash}` : null
}
