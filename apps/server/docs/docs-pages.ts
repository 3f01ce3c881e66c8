import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { openApiDocument } from '@playhead/contract-kit/open-api.ts'
import { projectRoot } from '../project-root.ts'
import { apiReference } from './api-reference.ts'
import { describedEndpoints } from './described-endpoints.ts'
import { listGuides } from './guides.ts'
import { markdown } from './markdown.ts'
import { page } from './page.ts'

const once = <T>(make: () => T) => {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

export const productVersion = once(() => {
  const manifest = readFileSync(join(projectRoot, 'package.json'), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
})

const openApi = once(() => openApiDocument(describedEndpoints(), productVersion()))
const styles = once(() => readFileSync(join(projectRoot, 'apps/server/docs/docs.css'), 'utf8'))

/** The same two fonts as the dashboard, from the package that contains them. */
const fonts: Record<string, string> = {
  '/docs/geist.woff2': 'geist/files/geist-latin-wght-normal.woff2',
  '/docs/geist-mono.woff2': 'geist-mono/files/geist-mono-latin-wght-normal.woff2',
}

const navigation = (current: string) => [
  {
    title: 'Documents',
    links: [
      ...listGuides().map(({ address, title }) => ({ href: address, title })),
      { href: '/docs/api', title: 'API reference' },
    ].map((link) => ({ ...link, isCurrent: link.href === current })),
  },
]

const referencePage = once(() => {
  const reference = apiReference(describedEndpoints())
  return page(
    'API reference',
    [...navigation('/docs/api'), ...reference.navigation],
    reference.main,
  )
})

/** The program's own documents, readable without signing in and without the internet. */
export const mountDocs = (server: Hono) => {
  server.get('/openapi.json', (c) => c.json(openApi()))
  server.get('/docs/docs.css', (c) => {
    c.header('content-type', 'text/css; charset=utf-8')
    c.header('cache-control', 'no-cache')
    return c.body(styles())
  })
  for (const [address, file] of Object.entries(fonts))
    server.get(address, (c) => {
      c.header('content-type', 'font/woff2')
      c.header('cache-control', 'public, max-age=86400')
      return c.body(
        new Uint8Array(readFileSync(join(projectRoot, 'node_modules/@fontsource-variable', file))),
      )
    })
  server.get('/docs', (c) => c.redirect(listGuides()[0]?.address ?? '/docs/api'))
  server.get('/docs/api', (c) => c.html(referencePage()))
  for (const { address, title, file } of listGuides())
    server.get(address, (c) =>
      c.html(page(title, navigation(address), markdown(readFileSync(file, 'utf8')))),
    )
}
