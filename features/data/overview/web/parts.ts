import { getStarted } from '@playhead/question-kit/empty/get-started-slot.ts'

export const overviewParts = [
  getStarted({ order: 10, load: () => import('./get-started-part.tsx') }),
]
