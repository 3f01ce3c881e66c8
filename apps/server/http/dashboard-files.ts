import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import type { Context, MiddlewareHandler } from 'hono'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
}

const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

const listFiles = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? listFiles(path) : [path]
  })

/**
 * Serves only built files: a path that is not in the list cannot reach any other. They are held in memory,
 * some megabytes, so that a new build does not remove the files of a running program.
 */
const filesByPath = (folder: string) =>
  new Map(
    existsSync(folder)
      ? listFiles(folder)
          .filter((file) => !file.includes('.map'))
          .map((file) => [
            `/${relative(folder, file).replaceAll('\\', '/')}`,
            new Uint8Array(readFileSync(file)),
          ])
      : [],
  )

const accepts = (header: string | undefined, encoding: string) =>
  header?.split(',').some((part) => part.trim().split(';')[0] === encoding) ?? false

/** The player's pages request its files with the id of their build. */
const isNamedByContent = (path: string, build: string | undefined) =>
  path.startsWith('/assets/') ||
  (path.startsWith('/player/') && (build !== undefined || path.endsWith('.woff2')))

type Files = ReturnType<typeof filesByPath>

const answerFile = (c: Context, files: Files, path: string, plain: Uint8Array<ArrayBuffer>) => {
  c.header('content-type', types[extname(path)] ?? 'application/octet-stream')
  c.header('vary', 'accept-encoding')
  c.header(
    'cache-control',
    isNamedByContent(c.req.path, c.req.query('v'))
      ? 'public, max-age=31536000, immutable'
      : 'no-cache',
  )
  for (const [encoding, suffix] of encodings) {
    const encoded = files.get(path + suffix)
    if (!encoded || !accepts(c.req.header('accept-encoding'), encoding)) continue
    c.header('content-encoding', encoding)
    return c.body(encoded)
  }
  return c.body(plain)
}

const isReading = ({ req }: Context) => req.method === 'GET' || req.method === 'HEAD'

/** The files of the pages of viewers. */
export const playerFiles = (folder: string): MiddlewareHandler => {
  const files = filesByPath(folder)
  return async (c, next) => {
    const plain = isReading(c) ? files.get(c.req.path) : undefined
    return plain ? answerFile(c, files, c.req.path, plain) : next()
  }
}

/** Files of the dashboard; any other address that a browser opens gets the application. */
export const dashboardFiles = (folder: string): MiddlewareHandler => {
  const files = filesByPath(folder)
  return async (c, next) => {
    if (!isReading(c)) return next()
    const isFile = files.has(c.req.path) && c.req.path !== '/index.html'
    const looksLikeFile = /\.[a-z0-9]{1,12}$/i.test(c.req.path)
    if (!isFile && looksLikeFile) return next()
    const path = isFile ? c.req.path : '/index.html'
    const plain = files.get(path)
    if (!plain) return c.text('The dashboard is not built. Run npm start.', 503)
    return answerFile(c, files, path, plain)
  }
}
