const always = {
  'access-control-allow-methods': 'PUT, POST, OPTIONS',
  'access-control-allow-headers': 'content-type, content-range',
  // The uploader reads in it how far the server is.
  'access-control-expose-headers': 'Range',
  'access-control-max-age': '3600',
  vary: 'Origin',
}

const allowedOrigin = (corsOrigin: string, origin: string | undefined) => {
  if (corsOrigin === '*') return '*'
  const isWeb = /^https?:\/\//i.test(corsOrigin) && URL.canParse(corsOrigin)
  if (isWeb) return new URL(corsOrigin).origin
  // A host without its scheme stands for both.
  const isHost = origin && URL.canParse(origin) && new URL(origin).host === corsOrigin
  return isHost ? origin : corsOrigin
}

/**
 * Where the upload is not known, as while the database starts, every origin may read what is said:
 * a browser would otherwise take it for a broken connection.
 */
export const corsHeaders = (corsOrigin: string | undefined, origin: string | undefined) => ({
  ...always,
  'access-control-allow-origin': allowedOrigin(corsOrigin ?? '*', origin),
})
