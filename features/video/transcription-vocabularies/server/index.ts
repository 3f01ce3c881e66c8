import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { transcriptionVocabularies } from '../contract.ts'
import {
  createTranscriptionVocabulary,
  listTranscriptionVocabularies,
  removeTranscriptionVocabulary,
  retrieveTranscriptionVocabulary,
  updateTranscriptionVocabulary,
} from './handle-vocabularies.ts'

export const transcriptionVocabulariesServer = feature('transcription-vocabularies', {
  endpoints: [
    implement(transcriptionVocabularies, {
      list: listTranscriptionVocabularies,
      create: createTranscriptionVocabulary,
      retrieve: retrieveTranscriptionVocabulary,
      update: updateTranscriptionVocabulary,
      change: updateTranscriptionVocabulary,
      remove: removeTranscriptionVocabulary,
    }),
  ],
})
