import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { readSettings } from '@playhead/server-kit/settings/settings.ts'
import { checkCertificates } from './check-certificates.ts'

const folder = await mkdtemp(join(tmpdir(), 'playhead-certificates-'))
afterAll(() => rm(folder, { recursive: true }))

const certificate = join(folder, 'certificate.pem')
const options =
  'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 90 -subj /CN=localhost'
await promisify(execFile)('openssl', [
  ...options.split(' '),
  '-keyout',
  join(folder, 'key.pem'),
  '-out',
  certificate,
])

const dayMs = 86_400_000

const checkIn = (days: number, settings: Record<string, string>) =>
  checkCertificates({
    settings: readSettings(settings),
    clock: { now: () => new Date(Date.now() + days * dayMs) },
  })

const ofCollector = (file: string) => ({ COLLECTOR_TLS_CERT: file, COLLECTOR_TLS_KEY: 'key.pem' })

test('a certificate warns two weeks before its end, and is an alert after it', async () => {
  const settings = ofCollector(certificate)
  expect(await checkIn(70, settings)).toMatchObject({ level: 'well' })
  expect(await checkIn(80, settings)).toEqual({
    level: 'warning',
    sentence: expect.stringMatching(
      /^The certificate in COLLECTOR_TLS_CERT expires on \d{4}-\d{2}-\d{2}\.$/,
    ),
  })
  expect(await checkIn(91, settings)).toEqual({
    level: 'alert',
    sentence: expect.stringMatching(/^The certificate in COLLECTOR_TLS_CERT expired on /),
  })
})

test('the worst of all is said, and a file that is none is a warning', async () => {
  const broken = join(folder, 'broken.pem')
  await writeFile(broken, 'no certificate')
  const settings = { ...ofCollector(certificate), LIVE_TLS_CERT: broken, LIVE_TLS_KEY: 'key.pem' }
  expect(await checkIn(0, settings)).toEqual({
    level: 'warning',
    sentence: 'The certificate in LIVE_TLS_CERT cannot be read.',
  })
  expect(await checkIn(91, settings)).toMatchObject({ level: 'alert' })
})

test('a server without certificates is well', async () => {
  expect(await checkIn(0, {})).toMatchObject({ level: 'well' })
})
