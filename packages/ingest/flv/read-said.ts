import { type AmfValue, withoutControls } from '../rtmp/amf0.ts'

export interface Said {
  entries: Record<string, string | number>
  /** The tracks that will come, as far as the encoder says it. */
  tracks: ('video' | 'audio')[]
}

const entriesMax = 40
const nameMax = 64
const textMax = 256

/** Reads `onMetaData`; undefined for other data messages. */
export const readSaid = (values: readonly AmfValue[]): Said | undefined => {
  const [name, ...rest] = values[0] === '@setDataFrame' ? values.slice(1) : values
  if (name !== 'onMetaData') return undefined
  const object = rest.find((value) => typeof value === 'object' && value !== null)
  if (!object || Array.isArray(object)) return undefined
  const entries = Object.entries(object)
    .flatMap(([key, value]) => {
      const plain = plainValue(value)
      return plain === undefined ? [] : [[withoutControls(key).slice(0, nameMax), plain] as const]
    })
    .slice(0, entriesMax)
  const tracks = (['video', 'audio'] as const).filter(
    (kind) => object[`${kind}codecid`] !== undefined || object[`has${capital(kind)}`] === true,
  )
  return { entries: Object.fromEntries(entries), tracks }
}

function plainValue(value: AmfValue) {
  if (typeof value === 'string') return withoutControls(value).slice(0, textMax)
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

function capital(word: string) {
  return `${word[0]!.toUpperCase()}${word.slice(1)}`
}
