import { expect, test } from 'vitest'
import { isAccepted } from './dialog/accepted-files.ts'
import { previewAtSeconds, previewTimeoutMs, thumbnailDefaults } from './preview/capture-frame.ts'
import { demoAddress, parseAddresses } from './dialog/source-addresses.ts'
import { sourceTitle } from './queue/source-title.ts'
import { aFile, aFileSource, aUrlSource } from './testing-uploads.ts'

test('UPLD-009 only video and audio files are taken', () => {
  expect(isAccepted(aFile('a.mp4', 'video/mp4'))).toBe(true)
  expect(isAccepted(aFile('a.flac', 'audio/flac'))).toBe(true)
  expect(isAccepted(aFile('a.mkv', ''))).toBe(true)
  expect(isAccepted(aFile('a.txt', 'text/plain'))).toBe(false)
  expect(isAccepted(aFile('a.png', 'image/png'))).toBe(false)
  expect(isAccepted(aFile('video', ''))).toBe(false)
})

test.each([
  ['https://a.example/x.mp4', ['https://a.example/x.mp4']],
  ['http://a.example/x, https://b.example/y', ['http://a.example/x', 'https://b.example/y']],
  ['https://a.example/x,https://a.example/x', ['https://a.example/x']],
  ['', undefined],
  ['https://a.example/x,', undefined],
  ['https://a.example/x, film', undefined],
  ['ftp://a.example/x', undefined],
  ['javascript:alert(1)', undefined],
])('UPLD-012 UPLD-013 %s', (text, urls) => {
  expect(parseAddresses(text)).toEqual(urls)
})

test.each([
  [aFileSource('Launch film.mp4'), 'Launch film'],
  [aFileSource('cut.final.mov'), 'cut.final'],
  [aFileSource('noending'), 'noending'],
  [aUrlSource('https://media.example.com/films/My%20film.mp4?x=1'), 'My film'],
  [aUrlSource('https://media.example.com/films/100%.mp4'), '100%'],
  [aUrlSource('https://media.example.com/films/last/'), 'last'],
])('UPLD-021 the title of %o is %s', (source, title) => {
  expect(sourceTitle(source)).toBe(title)
})

test('UPLD-015 UPLD-016 the demo is a clip of this server, in 4K for the higher tiers', () => {
  const at = (tier: string) => demoAddress(tier).replace(location.origin, '')
  expect(demoAddress('1080p').startsWith(location.origin)).toBe(true)
  expect(at('1080p')).toBe('/samples/demo.mp4')
  expect(at('1440p')).toBe('/samples/demo-4k.mp4')
  expect(at('2160p')).toBe('/samples/demo-4k.mp4')
})

test('UPLD-025 UPLD-030 previews give up after 2000 ms and show 3 s; thumbnails show 5 s', () => {
  expect(previewTimeoutMs).toBe(2000)
  expect(previewAtSeconds).toBe(3)
  expect(thumbnailDefaults).toEqual({ atSeconds: 5, quality: 80, maxWidth: 1280, format: 'jpg' })
})
