import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { transcriptionVocabularies } from '../contract.ts'
import { createTranscriptionVocabulary } from './create-transcription-vocabulary.ts'
import { listTranscriptionVocabularies } from './list-transcription-vocabularies.ts'
import { removeTranscriptionVocabulary } from './remove-transcription-vocabulary.ts'
import { retrieveTranscriptionVocabulary } from './retrieve-transcription-vocabulary.ts'
import { updateTranscriptionVocabulary } from './update-transcription-vocabulary.ts'

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
