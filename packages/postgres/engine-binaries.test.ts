import { chmod, mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { engineBinaries } from './engine-binaries.ts'

let folder = ''
let installed = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'playhead-binaries-'))
  installed = join(folder, 'installed')
  await mkdir(join(installed, 'native/lib'), { recursive: true })
  await writeFile(join(installed, 'package.json'), '{"version":"18.4.0"}')
  await writeFile(join(installed, 'native/lib/libpq.so.5.18'), 'library')
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]
  await writeFile(join(installed, 'native/pg-symlinks.json'), JSON.stringify(links))
})

afterEach(async () => {
  await chmod(join(installed, 'native/lib'), 0o755)
  await rm(folder, { recursive: true })
})

test('links that the package came without are made, once', async () => {
  for (let time = 1; time <= 2; time++) {
    const binaries = await engineBinaries(join(folder, 'private'), installed)
    expect(binaries.postgres).toBe(join(installed, 'native/bin/postgres'))
    expect(await readlink(join(installed, 'native/lib/libpq.so.5'))).toBe('libpq.so.5.18')
  }
})

// Root may write everywhere, so only a normal user can test this.
test.skipIf(process.getuid?.() === 0)('a package that cannot be written is copied', async () => {
  await chmod(join(installed, 'native/lib'), 0o555)
  const binaries = await engineBinaries(join(folder, 'private'), installed)
  expect(binaries.postgres).toBe(join(folder, 'private/engine-18.4.0/native/bin/postgres'))
  expect(await readFile(join(folder, 'private/engine-18.4.0/native/lib/libpq.so.5'), 'utf8')).toBe(
    'library',
  )
})
