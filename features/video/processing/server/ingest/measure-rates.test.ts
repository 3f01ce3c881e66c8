import { expect, test } from 'vitest'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { readMediaMap } from '../media-map.sql.ts'
import { makeAssetsWorld } from '../testing-assets.ts'

const { create, environment, files, run } = await makeAssetsWorld()

test('playlists state measured rates before anything of a rendition is stored', async () => {
  const still = await makeClip(
    '-f lavfi -i color=navy:s=1280x720:r=25:d=12 -c:v mpeg4 -b:v 4M -g 25',
    'mkv',
  )
  const url = files.give('/still.mkv', still)
  const id = await create({ inputs: [{ url }], video_quality: 'basic' })
  await run()
  const rungs = (await readMediaMap(environment, id))?.video?.rungs ?? []
  expect(rungs.map(({ name }) => name)).toEqual(['270p', '480p', '720p'])
  // By the number of its pixels alone it would be a few hundred thousand.
  for (const { bandwidth } of rungs) expect(bandwidth).toBeLessThan(30_000)
})
