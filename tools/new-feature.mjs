#!/usr/bin/env node
// Usage: npm run new-feature area/name
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { addFeature } from './new-feature/add-line.mjs'
import { namesOf } from './new-feature/names.mjs'
import { serverFiles } from './new-feature/server-files.mjs'
import { webFiles } from './new-feature/web-files.mjs'
import { runCommand } from './setup/run-command.mjs'
import { runProgram, Stop } from './setup/stop.mjs'

const root = path.join(import.meta.dirname, '..')

await runProgram(async () => {
  const names = namesOf(process.argv[2])
  if (existsSync(path.join(root, names.folder))) throw new Stop(`${names.folder} exists already.`)
  const changed = {
    ...serverFiles(names, timestamp(new Date())),
    ...webFiles(names),
    ...registered('apps/server/features.ts', names, 'server', `${names.many}Server`),
    ...registered('apps/dashboard/features.ts', names, 'screens', `${names.many}Web`),
  }
  for (const [file, text] of Object.entries(changed)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
    console.log(file)
  }
  // Long names make long lines, which need formatting, and new endpoints belong in the API reference.
  await run('oxfmt', ...Object.keys(changed).filter((file) => /\.tsx?$/.test(file)))
  await run('tsx', 'tools/generate.ts')
  console.log(`\nNext: npx vitest run ${names.folder}`)
})

function registered(file, { area, kebab }, part, name) {
  const specifier = `@playhead/features/${area}/${kebab}/${part}`
  const source = readFileSync(path.join(root, file), 'utf8')
  return { [file]: addFeature(source, { specifier, name, file }) }
}

async function run(program, ...args) {
  const { code } = await runCommand(`${root}/node_modules/.bin/${program}`, args, { cwd: root })
  if (code !== 0) throw new Stop(`${program} failed: see the lines above.`)
}

/** Migrations run in the order of their names, such as 20261121_0930, and a new one must be the last. */
function timestamp(date) {
  const [day, time] = date.toISOString().split('T')
  const stamp = `${day.replaceAll('-', '')}_${time.slice(0, 5).replace(':', '')}`
  const files = readdirSync(path.join(root, 'database/postgres'))
  const [last = ''] = files
    .map((file) => file.slice(0, stamp.length))
    .toSorted((a, b) => (a > b ? -1 : 1))
  if (last < stamp) return stamp
  const [lastDay, lastMinute] = last.split('_')
  return `${lastDay}_${String(Number(lastMinute) + 1).padStart(4, '0')}`
}
