import type { KnownWords } from './judge-password.ts'
import { readWordFilters } from './word-filter.ts'

/** Half a megabyte: loaded once, when a password is chosen. */
let loading: Promise<KnownWords> | undefined

const load = async (): Promise<KnownWords> => {
  const { default: file } = await import('./known-words.json', { with: { type: 'json' } })
  const bytes = Uint8Array.from(atob(file.sets), (character) => character.charCodeAt(0))
  const [all, mostUsed] = readWordFilters(bytes)
  if (!all || !mostUsed) throw new Error('The file of known words holds too little.')
  return { all, mostUsed }
}

export const loadKnownWords = () => {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}
