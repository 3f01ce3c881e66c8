import { expect, test } from 'vitest'
import { opensPictures, playerAddresses } from './player-source.ts'
import { startLevelOf } from './start-level.ts'

const playbackId = 'a'.repeat(40)

test('a public video is asked for without a token, its pictures in the size they are shown in', () => {
  expect(playerAddresses({ playbackId })).toEqual({
    stream: `/${playbackId}.m3u8`,
    poster: `/${playbackId}/thumbnail.webp?width=1280`,
    storyboard: `/${playbackId}/storyboard.vtt?format=webp`,
  })
  expect(opensPictures({ playbackId }, 'thumbnail')).toBe(true)
})

test('a signed video takes a token for each kind of address, and no picture is asked for without its own', () => {
  const source = { playbackId, tokens: { video: 'a.b&c', thumbnail: 't' } }
  expect(playerAddresses(source)).toMatchObject({
    stream: `/${playbackId}.m3u8?token=a.b%26c`,
    poster: `/${playbackId}/thumbnail.webp?token=t`,
  })
  expect(opensPictures(source, 'thumbnail')).toBe(true)
  expect(opensPictures(source, 'storyboard')).toBe(false)
})

test('playing begins with the copy of the source, unless it is heavy or missing', () => {
  const level = (name: string, bitrate: number) => ({ bitrate, url: [`/id/${name}.m3u8?s=1`] })
  expect(startLevelOf([level('270p', 5e5), level('source', 2e6)])).toBe(1)
  expect(startLevelOf([level('270p', 5e5), level('source', 9e6)])).toBe(0)
  expect(startLevelOf([level('270p', 5e5), level('720p', 2e6)])).toBe(0)
  expect(startLevelOf([])).toBe(0)
})
