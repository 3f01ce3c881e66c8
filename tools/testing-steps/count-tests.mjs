import { readFileSync } from 'node:fs'

/** Passed and failed tests of a Vitest JSON report; an aborted run without a report counts as one failure. */
export const countVitest = (file, isGreen) =>
  count(file, isGreen, (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
  }))

/** The same of a Playwright JSON report. */
export const countPlaywright = (file, isGreen) =>
  count(file, isGreen, ({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
  }))

function count(file, isGreen, read) {
  const report = readReport(file)
  let counted
  try {
    counted = read(report)
  } catch {
    return { passed: 0, failed: 1 }
  }
  const failed = isGreen ? counted.failed : Math.max(counted.failed, 1)
  return { passed: counted.passed, failed }
}

/** A report, or undefined when the run was aborted before it was written. */
export const readReport = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
