import { invalidField } from '@playhead/contract-kit/errors.ts'
import type { AssetOptions, InputSettings } from '@playhead/features/video/assets/contract'
import { inputsOf, refuseAddress } from '@playhead/features/video/assets/server'
import { languageName } from './language-name.ts'
import type { NewTrack } from './tracks.sql.ts'

const refuse = (field: string, message: string): never => {
  throw invalidField(field, `${field}: ${message}`)
}

const trackOfInput = (input: InputSettings): NewTrack | undefined => {
  if (input.url === undefined) return refuse('url', 'every further input needs a url')
  refuseAddress(input.url)
  if (input.overlay_settings) return undefined
  if (input.type !== 'text' && input.type !== 'audio')
    return refuse('type', 'further inputs are text or audio tracks, or have overlay_settings')
  if (!input.language_code) return refuse('language_code', 'a track needs a language')
  return {
    type: input.type,
    name: input.name || languageName(input.language_code),
    languageCode: input.language_code,
    closedCaptions: input.closed_captions,
    passthrough: input.passthrough,
    url: input.url,
    ...(input.type === 'text' && { textSource: 'uploaded' as const }),
  }
}

const generatedTracksOf = (main: InputSettings): NewTrack[] =>
  (main.generated_subtitles ?? []).map(({ language_code: language = 'en', name, passthrough }) => ({
    type: 'text',
    textSource: 'generated_vod',
    name: name || languageName(language),
    languageCode: language,
    passthrough,
  }))

const refuseTwins = (tracks: readonly NewTrack[]) => {
  const names = tracks.map(({ type, name }) => `${type} ${name}`)
  if (new Set(names).size < names.length)
    refuse('name', 'two tracks of one type cannot have the same name')
  return tracks as NewTrack[]
}

/** The further inputs of the request and the captions that it asks for. */
export const tracksOfOptions = (options: AssetOptions): NewTrack[] => {
  const { main, further } = inputsOf(options)
  return refuseTwins([
    ...generatedTracksOf(main),
    ...further.flatMap((input) => trackOfInput(input) ?? []),
  ])
}
