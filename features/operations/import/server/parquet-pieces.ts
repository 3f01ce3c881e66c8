import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import {
  type ThriftList,
  ThriftReader,
  type ThriftStruct,
  thriftTypes,
  type ThriftValue,
  writeStruct,
} from './compact-thrift.ts'

/** Row groups that are adjacent in the file and are read together. */
interface ParquetPiece {
  rows: number
  /** A Parquet file with only these row groups. */
  open(): Readable
}

interface ParquetFile {
  columns: string[]
  pieces: ParquetPiece[]
}

/** An error whose message tells the operator what is wrong with the file. */
export class UnreadableParquet extends Error {
  override readonly name = 'UnreadableParquet'
}

// ClickHouse holds a whole piece in memory, so only small row groups are combined.
const pieceTargetBytes = 16 * 2 ** 20
const rowGroupMaxBytes = 256 * 2 ** 20
const footerMaxBytes = 512 * 2 ** 20
const magic = Buffer.from('PAR1')
const tailLength = 8

const fileFields = { rows: 3, rowGroups: 4 }
const groupFields = { columns: 1, rows: 3, fileOffset: 5, ordinal: 7 }
const chunkFields = { path: 1, offset: 2, about: 3, indexes: [4, 5, 6, 7] }
const aboutFields = { path: 3, bytes: 7, data: 9, index: 10, dictionary: 11, bloom: [14, 15] }

interface RowGroup {
  start: number
  end: number
  rows: number
  columns: string[]
  raw: Buffer
}

const asNumber = (fields: ThriftStruct, id: number) => Number(fields.get(id)?.value ?? 0)
const asStruct = (value: ThriftValue | undefined): ThriftStruct =>
  value instanceof Map ? value : new Map()
const elementsOf = (fields: ThriftStruct, id: number): ThriftValue[] =>
  (fields.get(id)?.value as ThriftList | undefined)?.elements ?? []
const decoded = (raw: Buffer) => asStruct(new ThriftReader(raw).value(thriftTypes.struct))
const chunksOf = (group: ThriftStruct) => elementsOf(group, groupFields.columns).map(asStruct)

const rowGroup = (raw: Buffer): RowGroup => {
  const group = decoded(raw)
  const columns = new Set<string>()
  let [start, end] = [Infinity, 0]
  for (const chunk of chunksOf(group)) {
    if (chunk.has(chunkFields.path)) throw new UnreadableParquet('Its columns lie in other files.')
    const about = asStruct(chunk.get(chunkFields.about)?.value)
    const offsets = [aboutFields.data, aboutFields.dictionary, aboutFields.index]
      .map((id) => asNumber(about, id))
      .filter((offset) => offset > 0)
    const from = Math.min(...offsets)
    start = Math.min(start, from)
    end = Math.max(end, from + asNumber(about, aboutFields.bytes))
    const [name] = elementsOf(about, aboutFields.path)
    if (name instanceof Uint8Array) columns.add(Buffer.from(name).toString())
  }
  return { start, end, rows: asNumber(group, groupFields.rows), columns: [...columns], raw }
}

const integerField = (value: number) => ({ type: thriftTypes.i64, value: BigInt(value) })

/** The row group with all offsets moved `by` bytes down; indexes and filters outside of it are dropped. */
const moved = ({ raw }: RowGroup, by: number): ThriftStruct => {
  const group = decoded(raw)
  for (const id of [groupFields.fileOffset, groupFields.ordinal]) group.delete(id)
  for (const chunk of chunksOf(group)) {
    for (const id of chunkFields.indexes) chunk.delete(id)
    chunk.set(chunkFields.offset, integerField(0))
    const about = asStruct(chunk.get(chunkFields.about)?.value)
    for (const id of aboutFields.bloom) about.delete(id)
    for (const id of [aboutFields.data, aboutFields.index, aboutFields.dictionary]) {
      const offset = asNumber(about, id)
      if (offset > 0) about.set(id, integerField(offset - by))
    }
  }
  return group
}

const readTail = async (file: FileHandle, length: number, end: number) => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, end - length)
  if (bytesRead !== length) throw new UnreadableParquet('It changes while it is read.')
  return buffer
}

const readFooter = async (path: string): Promise<Buffer> => {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (size < magic.length + tailLength) throw new UnreadableParquet('It is too short.')
    const tail = await readTail(file, tailLength, size)
    if (!tail.subarray(4).equals(magic))
      throw new UnreadableParquet('Its end is not that of a Parquet file.')
    const length = tail.readUInt32LE(0)
    if (length > Math.min(size - tailLength, footerMaxBytes))
      throw new UnreadableParquet('Its metadata is damaged.')
    return await readTail(file, length, size - tailLength)
  } finally {
    await file.close()
  }
}

const gathered = (groups: readonly RowGroup[]): RowGroup[][] => {
  const pieces: RowGroup[][] = []
  for (const group of groups) {
    const piece = pieces.at(-1)
    const [first, last] = [piece?.at(0), piece?.at(-1)]
    const isNext = first && last && group.start >= last.end
    if (isNext && group.end - first.start <= pieceTargetBytes) piece?.push(group)
    else pieces.push([group])
  }
  return pieces
}

const megabytes = (bytes: number) => Math.ceil(bytes / 2 ** 20)

/** Splits a file according to its footer. ClickHouse cannot seek in a stream, so it gets the file in pieces. */
export const readParquet = async (path: string): Promise<ParquetFile> => {
  const groups: RowGroup[] = []
  const reader = new ThriftReader(await readFooter(path))
  const takeRowGroups = (id: number) => {
    if (id !== fileFields.rowGroups) return false
    const { size } = reader.listHead()
    for (let index = 0; index < size; index += 1) {
      const from = reader.position
      reader.value(thriftTypes.struct)
      const group = rowGroup(reader.since(from))
      if (group.rows > 0) groups.push(group)
    }
    return true
  }
  const common: ThriftStruct = new Map(reader.struct(takeRowGroups))
  for (const { start, end } of groups)
    if (end - start > rowGroupMaxBytes)
      throw new UnreadableParquet(
        `It has a row group of ${megabytes(end - start)} MB; write it with row groups of at most ${megabytes(rowGroupMaxBytes)} MB.`,
      )
  const pieces = gathered(groups).map((piece): ParquetPiece => {
    const [start, end] = [piece[0]?.start ?? 0, piece.at(-1)?.end ?? 0]
    const rows = piece.reduce((sum, group) => sum + group.rows, 0)
    const footer = () => {
      const elements = piece.map((group) => moved(group, start - magic.length))
      const rowGroups = {
        type: thriftTypes.list,
        value: { elementType: thriftTypes.struct, elements },
      }
      const fields = new Map([
        ...common,
        [fileFields.rows, integerField(rows)] as const,
        [fileFields.rowGroups, rowGroups] as const,
      ])
      return writeStruct(fields)
    }
    async function* bytes() {
      yield magic
      yield* createReadStream(path, { start, end: end - 1 })
      const description = footer()
      const length = Buffer.alloc(4)
      length.writeUInt32LE(description.length)
      yield Buffer.concat([description, length, magic])
    }
    return { rows, open: () => Readable.from(bytes(), { objectMode: false }) }
  })
  return { columns: groups[0]?.columns ?? [], pieces }
}
