import { runningQuestions } from '@playhead/question-contract/running-questions.ts'
import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { readProgress } from './read-progress.ts'

export const runningQuestionsServer = feature('running-questions', {
  endpoints: [implement(runningQuestions, { progress: readProgress })],
})
