interface Missing {
  heading: string
  /** What does not exist, and what to use instead. */
  text: string
  place: { label: string; below: string } | { label: string; href: string }
}

/** Subjects without screens in this version. A subject is removed when its screens are added. */
export const missingSubjects = {
  billing: {
    heading: 'This page is not here yet',
    text: 'This version writes no invoices and takes no payments. The summary says what a month costs.',
    place: { label: 'Summary', below: 'account/billing/summary' },
  },
} satisfies Record<string, Missing>

export type MissingSubject = keyof typeof missingSubjects

/** For an address without a screen or an entry above. */
const anythingMissing: Missing = {
  heading: 'This page is not here yet',
  text: 'This version has no screen for this address.',
  place: { label: 'Environments', href: '/environments' },
}

export const missingAt = (subject: MissingSubject | undefined): Missing =>
  subject === undefined ? anythingMissing : missingSubjects[subject]
