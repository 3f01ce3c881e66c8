import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { CorpusInput } from '@playhead/media/testing-corpus/corpus-input.ts'
import { corpusInputs } from '@playhead/media/testing-corpus/corpus-inputs.ts'
import { makeCorpus } from '@playhead/media/testing-corpus/make-corpus.ts'
import { hasMedia } from '@playhead/media/find-media.ts'
import { someOf } from '@playhead/testing/how-many.ts'
import type { Json } from '@playhead/testing/test-app.ts'
import { readMediaMap } from '../media-map.sql.ts'
import { initSegment, segment } from '../segments/segments.ts'
import { makeAssetsWorld } from '../testing-assets.ts'

const world = await makeAssetsWorld()
const { app, create, environment, files, retrieve, run } = world

const isRefused = ({ expected }: CorpusInput) => expected.refused !== undefined
// What each input is judged to be is tested in the corpus of the media package.
const refused = someOf('refused-sources', corpusInputs.filter(isRefused), 4)
const played = someOf(
  'played-sources',
  corpusInputs.filter((input) => !isRefused(input)),
  6,
)
const assets = new Map<string, Json>()

beforeAll(async () => {
  if (!hasMedia(app.media)) throw new Error(app.media.missing)
  const folder = await makeCorpus(app.media, corpusInputs)
  const ids = new Map<string, string>()
  for (const { name } of [...refused, ...played]) {
    const url = files.give(`/${encodeURIComponent(name)}`, join(folder, name))
    ids.set(name, await create({ inputs: [{ url }], video_quality: 'basic' }))
  }
  await run()
  for (const [name, id] of ids) assets.set(name, await retrieve(id))
})

test.for(refused)('$name is refused with its reason', ({ name, expected }) => {
  const asset = assets.get(name)
  expect(asset.status).toBe('errored')
  expect(asset.errors.messages[0]).toMatch(expected.refused!)
})

test.for(played)('$name plays', async ({ name }) => {
  const asset = assets.get(name)
  expect(`${asset.status} ${asset.errors?.messages[0] ?? ''}`).toBe('ready ')
  const media = (await readMediaMap(environment, asset.id))!
  const known = { id: asset.id, environmentId: environment.id, media }
  const rung = media.video?.rungs.find(({ isOnDemand }) => isOnDemand)
  for (const rendition of [rung?.name, media.audio[0]?.name])
    if (rendition) {
      await initSegment(app, known, rendition)
      await segment(app, known, rendition, 0)
    }
})
