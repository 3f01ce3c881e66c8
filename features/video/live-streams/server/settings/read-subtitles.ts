import { invalidField, notFound } from '@playhead/contract-kit/errors.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { languageName } from '@playhead/features/video/tracks/server'
import type { LiveStreamOptions } from '../../contract.ts'
import type { LiveStreamRow } from '../row/live-stream-row.ts'
import { listKnownVocabularies } from '../row/live-streams.sql.ts'

const refuseTwins = (values: readonly string[], field: string, message: string) => {
  if (new Set(values).size < values.length) throw invalidField(field, `${field}: ${message}`)
}

export const readEmbeddedSubtitles = (
  asked: NonNullable<LiveStreamOptions['embedded_subtitles']>,
): LiveStreamRow['embedded_subtitles'] => {
  const read = asked.map(({ name, passthrough, ...given }) => ({
    ...given,
    name: name || languageName(given.language_code),
    ...(passthrough && { passthrough }),
  }))
  refuseTwins(
    read.map(({ language_channel: channel }) => channel),
    'language_channel',
    'name each channel once',
  )
  refuseTwins(
    read.map(({ name }) => name),
    'name',
    'two tracks cannot have the same name',
  )
  return read
}

export const readGeneratedSubtitles = async (
  environment: Environment,
  asked: NonNullable<LiveStreamOptions['generated_subtitles']>,
): Promise<LiveStreamRow['generated_subtitles']> => {
  const vocabularies = new Set(asked.flatMap(({ transcription_vocabulary_ids: ids }) => ids ?? []))
  const known = await listKnownVocabularies(environment, [...vocabularies])
  if (known.length < vocabularies.size) throw notFound('transcription vocabulary')
  return asked.map(({ name, passthrough, transcription_vocabulary_ids: ids, ...given }) => ({
    ...given,
    name: name || languageName(given.language_code),
    ...(passthrough && { passthrough }),
    ...(ids && ids.length > 0 && { transcription_vocabulary_ids: ids }),
  }))
}
