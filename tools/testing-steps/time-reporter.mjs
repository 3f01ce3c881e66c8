import { writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * A Vitest reporter for what the JSON report omits: the import and run time of each file, which tests were
 * retried, and the sizes of loops.
 */
export default class TimeReporter {
  files = []
  retries = []
  sizes = new Set()

  onInit({ config }) {
    this.root = config.root
  }

  onUserConsoleLog({ content }) {
    for (const [, size] of content.matchAll(/^how many: (.+)$/gm)) this.sizes.add(size)
  }

  onTestModuleEnd(module) {
    const file = path.relative(this.root, module.moduleId)
    const { collectDuration, setupDuration, duration } = module.diagnostic()
    this.files.push({ file, importMs: collectDuration + setupDuration, testMs: duration })
    for (const test of module.children.allTests()) {
      const tries = test.diagnostic()?.retryCount ?? 0
      if (tries === 0) continue
      const reason = test.result().errors?.[0]?.message
      this.retries.push({ title: `${file} › ${test.fullName}`, tries, reason })
    }
  }

  onTestRunEnd() {
    const { files, retries, sizes } = this
    writeFileSync(
      process.env.PLAYHEAD_TEST_TIMES,
      JSON.stringify({ files, retries, sizes: [...sizes] }),
    )
  }
}
