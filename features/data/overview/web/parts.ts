import { getStarted } from '@playhead/question-kit/empty/get-started.tsx'

export const overviewParts = [
  getStarted({ order: 10, load: () => import('./get-started-part.tsx') }),
]
