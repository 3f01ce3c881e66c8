import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { prices } from '../../prices-contract.ts'
import { parsePrices } from './parse-prices.ts'
import { previewPriceBook } from './preview-price-book.ts'

export const previewPrices: Handlers<typeof prices>['preview'] = async ({ app, body }) => ({
  data: await previewPriceBook(app, parsePrices(body.prices.text)),
})
