import { gzipSync } from 'node:zlib'
import { aBox, setBox, setNumbers } from './rewrite-boxes.ts'
import { makeNoise } from './damage.ts'
import type { CorpusInput, Recipe, Targets } from './corpus-input.ts'

const refused = (name: string, recipe: Recipe, sentence: RegExp): CorpusInput => ({
  name,
  recipe,
  expected: { refused: sentence },
})

const text = (...lines: string[]): Recipe => ({ bytes: () => Buffer.from(lines.join('\n')) })

const part = (from: string, share: number): Recipe => ({
  from,
  change: (bytes) => bytes.subarray(0, Math.floor(bytes.length * share)),
})

const cut: CorpusInput[] = [
  ...[0.1, 0.5, 0.9].flatMap((share) => [
    refused(
      `cut-${share}-index-first.mp4`,
      part('h264-aac-index-first.mp4', share),
      /ends too early/,
    ),
    refused(`cut-${share}-index-last.mp4`, part('h264-aac.mp4', share), /ends too early/),
  ]),
  refused('cut.mkv', part('h264-aac.mkv', 0.5), /ends too early/),
  refused('cut.avi', part('mpeg4.avi', 0.5), /ends too early/),
  refused('cut.wav', part('tone.wav', 0.5), /ends too early: only 50 %/),
  // These formats state no length: a cut file looks complete.
  { name: 'cut.ts', recipe: part('long.ts', 0.5), expected: { kind: 'video' } },
  { name: 'cut.mp3', recipe: part('tone.mp3', 0.5), expected: { kind: 'audio' } },
  {
    name: 'long.ts',
    recipe: { ffmpeg: '-i long-gop.mp4 -c copy' },
    expected: { kind: 'video', seconds: 13 },
  },
]

const gzipBombBytes = 64 * 1024 * 1024

const noMedia: CorpusInput[] = [
  refused('empty', { bytes: () => Buffer.alloc(0) }, /^The file is empty\.$/),
  refused('one-byte', { bytes: () => Buffer.from([7]) }, /not a video or audio file/),
  refused('noise', { bytes: () => makeNoise(200_000) }, /not a video or audio file/),
  refused('zeros', { bytes: () => Buffer.alloc(200_000) }, /not a video or audio file/),
  refused(
    'text.mp4',
    text('This is a letter, not a film.', 'Dear reader …'),
    /not a video or audio file/,
  ),
  refused('page.html', text('<!doctype html><html><video src="x.mp4">'), /web page/),
  refused('bomb.gz', { bytes: () => gzipSync(Buffer.alloc(gzipBombBytes)) }, /compressed archive/),
  refused(
    'bomb.zip',
    { bytes: () => Buffer.concat([Buffer.from('PK\x03\x04'), makeNoise(5000)]) },
    /compressed archive/,
  ),
  refused(
    'picture.png',
    { ffmpeg: '-f lavfi -i testsrc2=s=64x64:d=1 -frames:v 1' },
    /This is an image/,
  ),
  refused(
    'picture.jpg',
    { ffmpeg: '-f lavfi -i testsrc2=s=64x64:d=1 -frames:v 1 -pix_fmt yuvj420p' },
    /This is an image/,
  ),
  refused(
    'picture.gif',
    { ffmpeg: '-f lavfi -i testsrc2=s=64x64:d=1 -frames:v 1' },
    /This is an image/,
  ),
  refused('words.srt', text('1', '00:00:01,000 --> 00:00:02,000', 'Hello'), /subtitle file/),
  refused('words.vtt', text('WEBVTT', '', '00:01.000 --> 00:02.000', 'Hello'), /subtitle file/),
  refused('only-words.mkv', { ffmpeg: '-i words.srt -c:s srt' }, /neither video nor sound/),
  refused(
    'protected.mp4',
    {
      ffmpeg:
        '-i h264-aac.mp4 -c copy -encryption_scheme cenc-aes-ctr -encryption_key 76a6c65c5ea762046bd749a2e632ccbb -encryption_kid a7e61c373e219033c21091fa607bf3b8',
    },
    /encrypted/,
  ),
  refused(
    'unknown-codec.mkv',
    { ffmpeg: '-f lavfi -i testsrc2=s=160x90:d=0.2 -c:v snow -strict -2' },
    /^The codec snow is not supported/,
  ),
  refused(
    'too-large.mp4',
    {
      ffmpeg:
        '-f lavfi -i testsrc2=s=8208x16:d=0.1 -c:v libx264 -preset ultrafast -pix_fmt yuv420p',
    },
    /8208 × 16 pixels; at most 8192/,
  ),
  refused(
    'too-small.mp4',
    { ffmpeg: '-f lavfi -i testsrc2=s=8x8:d=0.2 -c:v libx264 -preset ultrafast -pix_fmt yuv420p' },
    /8 × 8 pixels; at least 16/,
  ),
]

const track = ['moov', 'trak']
const table = [...track, 'mdia', 'minf', 'stbl']

const liars: CorpusInput[] = [
  {
    name: 'claims-a-century.mp4',
    recipe: {
      from: 'no-audio.mp4',
      change: setNumbers(
        [['moov', 'mvhd'], 16, 0xff_ff_ff_fe],
        [[...track, 'mdia', 'mdhd'], 16, 0xff_ff_ff_fe],
      ),
    },
    expected: { kind: 'video', seconds: 1, size: '160x90' },
  },
  refused(
    'claims-13-hours.mp4',
    {
      from: 'one-frame.mp4',
      // One frame that lasts thirteen hours.
      change: setNumbers(
        [['moov', 'mvhd'], 16, 46_800_000],
        [[...track, 'edts', 'elst'], 8, 46_800_000],
        [[...track, 'mdia', 'mdhd'], 12, 1],
        [[...track, 'mdia', 'mdhd'], 16, 46_800],
        [[...table, 'stts'], 12, 46_800],
      ),
    },
    /longer than 12 hours/,
  ),
  refused(
    'claims-four-thousand-million-samples.mp4',
    {
      from: 'no-audio.mp4',
      change: setNumbers(
        [[...table, 'stsz'], 8, 0xff_ff_ff_f0],
        [[...table, 'stts'], 8, 0xff_ff_ff_f0],
      ),
    },
    /damaged/,
  ),
  refused(
    'no-frames-inside.mp4',
    {
      from: 'no-audio.mp4',
      change: (bytes) => setBox(bytes, ['mdat'], (body) => Buffer.alloc(body.length)),
    },
    /cannot be decoded \(h264\)/,
  ),
]

/** An alias of old QuickTime: the media are in another local file. */
const alias = (path: string) => {
  const name = Buffer.from(path)
  const record = Buffer.alloc(150)
  const entry = Buffer.alloc(4)
  entry.writeUInt16BE(2)
  entry.writeUInt16BE(name.length, 2)
  const padded = name.length % 2 === 1 ? Buffer.concat([name, Buffer.alloc(1)]) : name
  const end = Buffer.from([0xff, 0xff, 0, 0])
  return aBox('alis', Buffer.concat([Buffer.alloc(4), record, entry, padded, end]))
}

/** Files that would make a careless reader open other files or addresses. */
export const listHostileInputs = ({ file, address }: Targets): CorpusInput[] =>
  [file, `file://${file}`, `${address}/a.ts`].flatMap((target, index) => [
    refused(
      `list-${index}.m3u8`,
      text('#EXTM3U', '#EXT-X-TARGETDURATION:1', '#EXTINF:1,', target, '#EXT-X-ENDLIST'),
      /playlist/,
    ),
    refused(
      `list-${index}.mp4`,
      text('#EXTM3U', '#EXT-X-VERSION:3', `#EXT-X-MEDIA-SEQUENCE:0`, '#EXTINF:1,', target),
      /playlist/,
    ),
    refused(
      `key-${index}.m3u8`,
      text('#EXTM3U', `#EXT-X-KEY:METHOD=AES-128,URI="${target}"`, '#EXTINF:1,', 'list-0.mp4'),
      /playlist/,
    ),
    refused(`concat-${index}`, text('ffconcat version 1.0', `file '${target}'`), /playlist/),
    refused(
      `manifest-${index}.mpd`,
      text(
        '<?xml version="1.0"?>',
        `<MPD type="static"><BaseURL>${target}</BaseURL><Period><AdaptationSet mimeType="video/mp4"><Representation id="a" bandwidth="1"/></AdaptationSet></Period></MPD>`,
      ),
      /playlist/,
    ),
    refused(
      `picture-${index}.svg`,
      text(
        `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="${target}" width="9" height="9"/></svg>`,
      ),
      /image/,
    ),
    refused(
      `elsewhere-${index}.mov`,
      {
        from: 'no-audio.mp4',
        change: (bytes) =>
          setBox(bytes, [...track, 'mdia', 'minf', 'dinf', 'dref'], (body) =>
            Buffer.concat([body.subarray(0, 8), alias(target)]),
          ),
      },
      /decoded|no frame/,
    ),
  ])

export const badInputs: readonly CorpusInput[] = [...cut, ...noMedia, ...liars]
