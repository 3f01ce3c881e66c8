import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findMedia, hasMedia } from './find-media.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'playhead-find-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const program = async (name: string, version: string, encoders: readonly string[]) => {
  const path = join(folder, name)
  const lines = encoders.map((encoder) => `echo " V....D ${encoder} text"`).join('\n')
  const text = `#!/bin/sh\ncase "$*" in *-encoders*) echo "${version}" >&2; ${lines || ':'};; *) echo "${version}";; esac\n`
  await writeFile(path, text, { mode: 0o755 })
  return path
}

test('the ffmpeg of this machine is found with its companion', async () => {
  const found = await findMedia({ ffmpegPath: undefined })
  expect(hasMedia(found) && found.version).toMatch(/^\d+\.\d+/)
})

test.each([
  ['ffmpeg version 4.4.2 x', ['libx264', 'aac'], /^ffmpeg 4\.4\.2 is too old, 5\.1 or newer/],
  ['ffmpeg version 5.1.9 x', ['aac'], /was built without libx264: install it with/],
  ['ffmpeg version n6.0 x', [], /was built without libx264 and aac/],
  ['hello', [], /^FFMPEG_PATH names .* which does not run as ffmpeg\.$/],
])('%s with the encoders %j is missing: %s', async (version, encoders, sentence) => {
  const ffmpegPath = await program('ffmpeg-test', version, encoders)
  await program('ffprobe-test', 'ffprobe version 5.1.9 x', [])
  expect(await findMedia({ ffmpegPath })).toEqual({ missing: expect.stringMatching(sentence) })
})

test('builds without a number and new ones are taken, with the ffprobe beside them', async () => {
  for (const version of ['N-112000-gabc', '8.1', '5.1']) {
    const ffmpegPath = await program('ffmpeg-new', `ffmpeg version ${version} x`, [
      'libx264',
      'aac',
    ])
    const ffprobe = await program('ffprobe-new', `ffprobe version ${version} x`, [])
    expect(await findMedia({ ffmpegPath })).toMatchObject({ ffmpeg: ffmpegPath, ffprobe, version })
  }
})
