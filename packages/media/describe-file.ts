/** describeFile needs this many bytes from the start of the file. */
export const describedBytes = 4096

export const isImage =
  'This is an image. Give a video or audio file, or use it as an overlay of another input.'
const isArchive = 'This is a compressed archive. Unpack it and give the media file itself.'
const isPlaylist = 'This is a playlist, which names other files. Give the media file itself.'
const isSubtitle = 'This is a subtitle file. Add it as a text track of a video.'
export const notMedia = 'This is not a video or audio file.'

const beginnings: [number, string, string][] = [
  [0, '\x89PNG', isImage],
  [0, '\xff\xd8\xff', isImage],
  [0, 'GIF8', isImage],
  [0, 'BM', isImage],
  [0, 'II*\0', isImage],
  [0, 'MM\0*', isImage],
  [8, 'WEBP', isImage],
  [4, 'ftypheic', isImage],
  [4, 'ftypmif1', isImage],
  [4, 'ftypavif', isImage],
  [0, 'PK\x03\x04', isArchive],
  [0, '\x1f\x8b', isArchive],
  [0, 'BZh', isArchive],
  [0, '7z\xbc\xaf', isArchive],
  [0, 'Rar!', isArchive],
  [0, '\xfd7zXZ', isArchive],
  [0, '\x28\xb5\x2f\xfd', isArchive],
  [257, 'ustar', isArchive],
  [0, '%PDF', 'This is a document, not a video or audio file.'],
]

const texts: [RegExp, string][] = [
  [/^#extm3u/, isPlaylist],
  [/^ffconcat/, isPlaylist],
  [/^\[playlist\]/, isPlaylist],
  [/^(<\?xml[^>]*>\s*)?<mpd[\s>]/, isPlaylist],
  [/^(<\?xml[^>]*>\s*)?(<!doctype svg[^>]*>\s*)?<svg[\s>]/, isImage],
  [/^<(!doctype html|html|head|body)[\s>]/, 'This is a web page, not a video or audio file.'],
  [/^webvtt/, isSubtitle],
  [/^\[script info\]/, isSubtitle],
  [/^(<\?xml[^>]*>\s*)?<(\w+:)?tt[\s>]/, isSubtitle],
  [/^\d+\r?\n\d\d:\d\d:\d\d,\d\d\d -->/, isSubtitle],
]

const looksLikeText = (start: Buffer) => start.length > 0 && !start.includes(0)

/** Describes a file that ffmpeg cannot read, by its first bytes. */
export const describeFile = (start: Buffer): string => {
  const letters = start.toString('latin1')
  for (const [place, letterSequence, sentence] of beginnings)
    if (letters.startsWith(letterSequence, place)) return sentence
  if (!looksLikeText(start)) return notMedia
  const text = start
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
    .toLowerCase()
  return texts.find(([pattern]) => pattern.test(text))?.[1] ?? notMedia
}
