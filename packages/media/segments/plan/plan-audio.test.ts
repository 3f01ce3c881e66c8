import { afterAll, expect, test } from 'vitest'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { makeSampleClip } from '@playhead/testing/media/sample-clip.ts'
import { deletePlannedClips, makePlannedClip, readInstalledMedia } from '../testing-segments.ts'

afterAll(deletePlannedClips)

test('the sound that the file marks as its default comes first, and the others keep their order', async () => {
  const sounds = [440, 550, 660].map((tone) => `-f lavfi -i sine=f=${tone}:d=2`).join(' ')
  const of = (dispositions: readonly string[]) =>
    `-i ${picture} ${sounds} -map 0:v -map 1 -map 2 -map 3 -t 2 -c:v copy -c:a aac -b:a 64k ${[
      'eng',
      'deu',
      'fra',
    ]
      .map(
        (language, place) =>
          `-metadata:s:a:${place} language=${language} -disposition:a:${place} ${dispositions[place]}`,
      )
      .join(' ')}`
  const picture = await makeSampleClip({ seconds: 2 })
  const media = await readInstalledMedia()
  const languages = async (...dispositions: string[]) => {
    const { map } = await makePlannedClip(media, await makeClip(of(dispositions), 'mkv'))
    return map.audio.map(({ name, language }) => `${name} ${language}`)
  }
  expect(await languages('0', '0', 'default')).toEqual([
    'audio-0 fra',
    'audio-1 eng',
    'audio-2 deu',
  ])
  expect(await languages('default', '0', 'default')).toEqual([
    'audio-0 eng',
    'audio-1 fra',
    'audio-2 deu',
  ])
  expect(await languages('0', '0', '0')).toEqual(['audio-0 eng', 'audio-1 deu', 'audio-2 fra'])
})
