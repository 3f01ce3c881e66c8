const always = {
  'access-control-allow-methods': 'PUT, POST, OPTIONS',
  'access-control-allow-headers': 'content-type, content-range',
  // The uploader reads from it how far the server is.
  'access-control-expose-headers': 'Range',
  'access-control-max-age': '3600',
  vary: 'Origin',
}

/** As browsers write it: lower case, other scripts in Punycode. */
const hostOf = (text: string) =>
  URL.canParse(`http://${text}`) ? new URL(`http://${text}`).host : undefined

const isHeaderText = (text: string) => /^[\x21-\x7E]+$/.test(text)

const allowedOrigin = (corsOrigin: string, origin: string | undefined) => {
  if (corsOrigin === '*') return '*'
  const isWeb = /^https?:\/\//i.test(corsOrigin) && URL.canParse(corsOrigin)
  if (isWeb) return new URL(corsOrigin).origin
  // A host without a scheme allows http and https.
  const isHost =
    origin && URL.canParse(origin) && new URL(origin).host === hostOf(corsOrigin.trim())
  if (isHost) return origin
  // A value that is no origin allows no page; it is sent as it is if a header can hold it.
  return isHeaderText(corsOrigin) ? corsOrigin : undefined
}

/**
 * Where the upload is unknown, for example while the database starts, every origin may read the
 * error: a browser would otherwise report a failed connection.
 */
export const corsHeaders = (corsOrigin: string | undefined, origin: string | undefined) => {
  const allowed = allowedOrigin(corsOrigin ?? '*', origin)
  return { ...always, ...(allowed !== undefined && { 'access-control-allow-origin': allowed }) }
}
