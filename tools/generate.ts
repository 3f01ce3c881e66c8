import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { settingEntries } from '../packages/server-kit/settings/setting-entries.ts'
import { openApiDocument } from '../packages/contract-kit/open-api.ts'
import { describedEndpoints } from '../apps/server/docs/described-endpoints.ts'
import { productVersion } from '../apps/server/docs/docs-pages.ts'
import { addressesDocument } from './addresses-document.ts'
import { knownWordsFile } from './known-words.ts'
import { metricsDocument } from './metrics-document.ts'

const root = join(import.meta.dirname, '..')

const configuration = () => `# Configuration

Every setting is an environment variable, read once at start. A setting that is malformed, and any
\`PLAYHEAD_\` variable that is not in this list, stops the start with a sentence that names it.

| Setting | Default | Meaning |
|---|---|---|
${Object.entries(settingEntries)
  .map(
    ([name, { fallback, meaning }]) =>
      `| \`${name}\` | ${fallback === '' ? 'unset' : `\`${fallback}\``} | ${meaning} |`,
  )
  .join('\n')}

While there is no staff account, each start prints a link that makes one. Staff may read the outbox, change plans
and features, and see every organization.
`

/** Files generated from the code; `npm test` fails when one of them is stale. */
const files: Record<string, string> = {
  'apps/dashboard/addresses.txt': await addressesDocument(),
  'docs/openapi.json': `${JSON.stringify(openApiDocument(describedEndpoints(), productVersion()), null, 2)}\n`,
  'docs/configuration.md': configuration(),
  'docs/metrics.md': metricsDocument(),
  'packages/domain/passwords/known-words.json': knownWordsFile(),
}

const current = (path: string) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

const stale = Object.entries(files).filter(([name, text]) => current(join(root, name)) !== text)

if (process.argv.includes('--check')) {
  for (const [name] of stale) console.error(`${name} is stale. Run: npm run generate`)
  process.exitCode = stale.length > 0 ? 1 : 0
} else {
  for (const [name, text] of stale) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
    console.log(`wrote ${name}`)
  }
}
