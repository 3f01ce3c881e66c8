import { z } from 'zod/mini'
import { del, endpoints, get, nothing, patch, post, put } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { dataOf, Page, pageOf } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'
import { passthrough } from '@playhead/features/video/assets/contract'

const vocabularyLimits = { phrasesMax: 1000, phraseMax: 255, nameMax: 255 } as const

export const TranscriptionVocabulary = z.object({
  id: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  name: z.optional(z.string()),
  passthrough: z.optional(z.string()),
  phrases: z.array(z.string()),
})

const phrases = z
  .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(vocabularyLimits.phraseMax)))
  .check(z.minLength(1), z.maxLength(vocabularyLimits.phrasesMax))

const names = {
  name: z.optional(z.string().check(z.maxLength(vocabularyLimits.nameMax))),
  passthrough: z.optional(passthrough),
}

const fields = z.object({ phrases, ...names })

const params = z.object({ id: ref('transcription_vocabulary') })

export const transcriptionVocabularies = endpoints({
  list: get('/video/v1/transcription-vocabularies', {
    access: scoped('video:read'),
    summary: 'Transcription vocabularies, newest first',
    query: z.object(Page),
    returns: pageOf(TranscriptionVocabulary),
  }),
  create: post('/video/v1/transcription-vocabularies', {
    access: scoped('video:write'),
    summary: 'Create a vocabulary of words that captions should know',
    body: fields,
    returns: dataOf(TranscriptionVocabulary),
    status: 201,
  }),
  retrieve: get('/video/v1/transcription-vocabularies/:id', {
    access: scoped('video:read'),
    summary: 'One transcription vocabulary',
    params,
    returns: dataOf(TranscriptionVocabulary),
  }),
  update: put('/video/v1/transcription-vocabularies/:id', {
    access: scoped('video:write'),
    summary: 'Replace the phrases of a transcription vocabulary; an omitted name stays',
    params,
    body: fields,
    returns: dataOf(TranscriptionVocabulary),
  }),
  change: patch('/video/v1/transcription-vocabularies/:id', {
    access: scoped('video:write'),
    summary: 'Change a transcription vocabulary; omitted fields stay unchanged',
    params,
    body: z.object({ phrases: z.optional(phrases), ...names }),
    returns: dataOf(TranscriptionVocabulary),
  }),
  remove: del('/video/v1/transcription-vocabularies/:id', {
    access: scoped('video:write'),
    summary: 'Delete a transcription vocabulary',
    params,
    returns: nothing,
  }),
})
