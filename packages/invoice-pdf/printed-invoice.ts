/** What is written on an invoice, in the words it is written in. Amounts are in cents. */
export interface PrintedInvoice {
  number: number
  currency: string
  issuedAt: Date
  dueAt: Date
  /** In UTC, without its last moment. */
  period: { from: Date; until: Date }
  seller: { name: string; address: string[]; email: string | null; taxId: string | null }
  buyer: {
    name: string
    address: string[]
    /** ISO 3166-1, such as JP: which forms Chinese characters have. */
    country: string | null
    email: string | null
    taxId: string | null
  }
  lines: PrintedLine[]
  subtotalCents: number
  taxes: { name: string; percent: number; cents: number }[]
  totalCents: number
  notes: string[]
}

export interface PrintedLine {
  /** Lines with the same heading that follow each other are one group with its sum. */
  heading: string
  description: string
  /** Null where only an amount is charged, such as a fee. */
  usage: PrintedUsage | null
  amountCents: number
}

export interface PrintedUsage {
  quantity: number
  included: number
  unit: string
  unitMicros: number | null
  /** Null where the price has one step, or its steps are not known. */
  steps: PrintedStep[] | null
}

export interface PrintedStep {
  description: string
  quantity: number
  unitMicros: number
  amountCents: number
}
