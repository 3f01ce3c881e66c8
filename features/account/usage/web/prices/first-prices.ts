import { thisMonth } from '../usage-texts.ts'

interface PriceFile {
  currency: string
  prices: readonly object[]
}

const example: PriceFile = {
  currency: 'USD',
  prices: [
    { meter: 'delivered', steps: [{ upto: 100_000, micros: 8000 }, { micros: 6000 }] },
    { meter: 'stored', steps: [{ micros: 30_000 }] },
  ],
}

/** What the editor begins with: the version that is shown, from this month on, or an example. A price is a line. */
export const firstPrices = (text: string | undefined) => {
  const { currency, prices } = text === undefined ? example : (JSON.parse(text) as PriceFile)
  return `{
  "currency": ${JSON.stringify(currency)},
  "valid_from": "${thisMonth()}",
  "prices": [
${prices.map((price) => `    ${JSON.stringify(price)}`).join(',\n')}
  ]
}
`
}
