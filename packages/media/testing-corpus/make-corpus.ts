import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Media } from '../find-media.ts'
import type { CorpusInput } from './corpus-input.ts'

const run = promisify(execFile)
const atOnce = 3

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )

const recipeFiles = [
  'bad-inputs.ts',
  'damage.ts',
  'good-inputs.ts',
  'odd-timelines.ts',
  'rewrite-boxes.ts',
]

/** The cache key: the recipes, the version of ffmpeg and the targets of the list. */
const keyOf = async (media: Media, madeFor: string) => {
  const hash = createHash('sha256').update(`${media.version}\n${madeFor}\n`)
  for (const file of recipeFiles) hash.update(await readFile(join(import.meta.dirname, file)))
  return hash.digest('hex').slice(0, 16)
}

/** Inputs that others are made from come first. */
const sources = ({ recipe }: CorpusInput) => {
  if ('from' in recipe) return [recipe.from]
  if ('joined' in recipe) return [...recipe.joined]
  if ('ffmpeg' in recipe)
    return [...recipe.ffmpeg.matchAll(/-i (\S+)/g)].map(([, name = '']) => name)
  return []
}

/** Makes the files of a list in the temporary folder and keeps them for the next run. */
export const makeCorpus = async (
  media: Media,
  inputs: readonly CorpusInput[],
  madeFor = 'every test',
) => {
  const key = await keyOf(media, madeFor)
  const folder = join(tmpdir(), `playhead-corpus-${key}`)
  await mkdir(folder, { recursive: true })
  const byName = new Map(inputs.map((input) => [input.name, input]))
  const making = new Map<string, Promise<void>>()
  let working = 0
  const waiting: (() => void)[] = []

  const inTurn = async (work: () => Promise<void>) => {
    if (working >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    working += 1
    try {
      await work()
    } finally {
      working -= 1
      waiting.shift()?.()
    }
  }

  const make = async (input: CorpusInput) => {
    const target = join(folder, input.name)
    if (await exists(target)) return
    for (const source of sources(input)) await made(source)
    await inTurn(async () => {
      const half = join(
        folder,
        `half-${process.pid}-${basename(input.name, extname(input.name))}${extname(input.name)}`,
      )
      const { recipe } = input
      if ('ffmpeg' in recipe) {
        const args = recipe.ffmpeg.split(' ')
        const quiet = ['-nostdin', '-loglevel', 'error', '-y', '-bitexact']
        await run(media.ffmpeg, [...quiet, ...args, '-threads', '1', half], { cwd: folder })
      } else if ('from' in recipe) {
        await writeFile(half, recipe.change(await readFile(join(folder, recipe.from))))
      } else if ('joined' in recipe) {
        const parts = recipe.joined.map((name) => readFile(join(folder, name)))
        await writeFile(half, Buffer.concat(await Promise.all(parts)))
      } else await writeFile(half, recipe.bytes())
      await rename(half, target)
    })
  }

  const made = (name: string): Promise<void> => {
    const input = byName.get(name)
    if (!input) return Promise.resolve()
    const promise = making.get(name) ?? make(input)
    making.set(name, promise)
    return promise
  }

  await Promise.all(inputs.map(({ name }) => made(name)))
  return folder
}
