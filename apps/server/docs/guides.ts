import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../project-root.ts'

interface Guide {
  address: string
  title: string
  file: string
}

const guide = (file: string, name: string): Guide => ({
  address: `/docs/${name}`,
  title: /^# (.+)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? name,
  file,
})

let found: Guide[] | undefined

/** Every guide is a page; its first heading is its title. Numbered files keep their order. */
export const listGuides = (): Guide[] => {
  if (found) return found
  const folder = join(projectRoot, 'docs/guides')
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.md')) : []
  const others = [
    ['docs/metrics.md', 'metrics'],
    ['docs/configuration.md', 'configuration'],
    ['CHANGELOG.md', 'changelog'],
  ] as const
  found = [
    ...names.toSorted().map((name) => guide(join(folder, name), name.replace(/^\d+-|\.md$/g, ''))),
    ...others
      .filter(([file]) => existsSync(join(projectRoot, file)))
      .map(([file, name]) => guide(join(projectRoot, file), name)),
  ]
  return found
}
