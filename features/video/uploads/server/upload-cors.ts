const always = {
  'access-control-allow-methods': 'PUT, POST, OPTIONS',
  'access-control-allow-headers': 'content-type, content-range',
  // The uploader reads in it how far the server is.
  'access-control-expose-headers': 'Range',
  'access-control-max-age': '3600',
  vary: 'Origin',
}

/** As browsers write it: in lower case, other scripts as ASCII. */
const hostOf = (text: string) =>
  URL.canParse(`http://${text}`) ? new URL(`http://${text}`).host : undefined

const isHeaderText = (text: string) => /^[\x21-\x7E]+$/.test(text)

const allowedOrigin = (corsOrigin: string, origin: string | undefined) => {
  if (corsOrigin === '*') return '*'
  const isWeb = /^https?:\/\//i.test(corsOrigin) && URL.canParse(corsOrigin)
  if (isWeb) return new URL(corsOrigin).origin
  // A host without its scheme stands for both.
  const isHost =
    origin && URL.canParse(origin) && new URL(origin).host === hostOf(corsOrigin.trim())
  if (isHost) return origin
  // What is no origin lets no page in; it is said where it can be.
  return isHeaderText(corsOrigin) ? corsOrigin : undefined
}

/**
 * Where the upload is not known, as while the database starts, every origin may read what is said:
 * a browser would otherwise take it for a broken connection.
 */
export const corsHeaders = (corsOrigin: string | undefined, origin: string | undefined) => {
  const allowed = allowedOrigin(corsOrigin ?? '*', origin)
  return { ...always, ...(allowed !== undefined && { 'access-control-allow-origin': allowed }) }
}
