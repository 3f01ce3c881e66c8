#!/usr/bin/env node
// Usage: npm run new-feature area/name [-- --root folder]
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { addFeature } from './new-feature/add-line.mjs'
import { namesOf } from './new-feature/names.mjs'
import { serverFiles } from './new-feature/server-files.mjs'
import { webFiles } from './new-feature/web-files.mjs'
import { runProgram, Stop } from './setup/stop.mjs'

const rootAt = process.argv.indexOf('--root')
const root = rootAt > 0 ? process.argv[rootAt + 1] : path.join(import.meta.dirname, '..')

await runProgram(() => {
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
  console.log(`\nNext: npm run format && npx vitest run ${names.folder}`)
})

function registered(file, { area, kebab }, part, name) {
  const specifier = `@playhead/features/${area}/${kebab}/${part}`
  const source = readFileSync(path.join(root, file), 'utf8')
  return { [file]: addFeature(source, { specifier, name, file }) }
}

/** Migrations run in the order of their names: 20261121_0930. */
function timestamp(date) {
  const [day, time] = date.toISOString().split('T')
  return `${day.replaceAll('-', '')}_${time.slice(0, 5).replace(':', '')}`
}
