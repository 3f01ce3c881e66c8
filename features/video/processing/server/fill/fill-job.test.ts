import { expect, test } from 'vitest'
import { updateMediaMap } from '@playhead/features/video/assets/server'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { readMediaMap } from '../media-map.sql.ts'
import { listReadyRenditions } from '../renditions.sql.ts'
import { makeAssetsWorld } from '../testing-assets.ts'

const { environment, files, create, retrieve, run } = await makeAssetsWorld()

test('a rendition that cannot be made costs no other', async () => {
  const clip = await makeClip(
    '-f lavfi -i testsrc2=size=1280x720:rate=10:duration=2 -f lavfi -i sine=duration=2 -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac',
  )
  const url = files.give('/clip.mp4', clip)
  const id = await create({ inputs: [{ url }], video_quality: 'plus' })
  await run(async () => (await retrieve(id)).status === 'ready')
  const map = await readMediaMap(environment, id)
  const { video } = map!
  expect(video!.rungs.map(({ name }) => name)).toEqual(['270p', '480p', 'source'])
  // The encoder refuses an odd side.
  const rungs = video!.rungs.map((rung) =>
    rung.name === '270p' ? { ...rung, width: rung.width + 1 } : rung,
  )
  await updateMediaMap(environment, id, { ...map!, video: { ...video!, rungs } })
  await run()
  expect((await listReadyRenditions(environment, id)).toSorted()).toEqual(['480p', 'audio-0'])
})
