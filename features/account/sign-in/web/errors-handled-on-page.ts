import type { Handling } from '@playhead/web-kit/errors/error-order.ts'

/** These pages show refusals themselves; otherwise a 401 would lead to `/logout`. AUTH-012 */
export const errorsHandledOnPage: Handling = { handleError: () => true }
