import type { Handling } from '@playhead/web-kit/error-order.ts'

/** These pages say themselves what was refused; a 401 would otherwise lead to `/logout`. AUTH-012 */
export const shownHere: Handling = { handleError: () => true }
