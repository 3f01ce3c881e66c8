/** How long an invoice is late before new media is refused. */
export const graceDays = 14

export const dayMs = 86_400_000
