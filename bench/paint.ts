import type { Locator, Page } from '@playwright/test'

/* Measures when something is painted, by the page's own clock: the first task after a frame that has it. */

/** In the page: resolves with the time at which a composer was painted. */
export const untilUsable = `new Promise((resolve) => {
  const look = () => {
    const place = document.querySelector(':is(main, [role=main]) textarea')
    if (place === null) requestAnimationFrame(look)
    else requestAnimationFrame(() => setTimeout(() => resolve(Date.now())))
  }
  look()
})`

/** In the page: measures each key from its press until its input was painted. */
const watchTyping = `(() => {
  if (window.typed) return (window.typed.length = 0)
  window.typed = []
  let pressed = 0
  addEventListener('keydown', ({ timeStamp }) => (pressed = timeStamp), true)
  addEventListener('input', () => {
    const began = pressed
    requestAnimationFrame(() => setTimeout(() => typed.push(performance.now() - began)))
  })
})()`

/** In the page: measures from the next tab-switching key until text of that tab was painted. */
const watchTurning = (words: string) => `(() => {
  const began = new Promise((resolve) => {
    const note = ({ key, timeStamp }) => {
      if (!key.startsWith('Page')) return
      removeEventListener('keydown', note, true)
      resolve(timeStamp)
    }
    addEventListener('keydown', note, true)
  })
  window.turned = began.then((pressed) => new Promise((resolve) => {
    const look = () => {
      const shown = [...document.querySelectorAll('[data-part=pane] [role=log]')].map(({ textContent }) => textContent)
      if (!shown.some((text) => text.includes(${JSON.stringify(words)}))) requestAnimationFrame(look)
      else setTimeout(() => resolve(performance.now() - pressed))
    }
    requestAnimationFrame(look)
  }))
})()`

/** Switches tabs by a key; returns the ms until `words` were painted. */
export async function turnTo(page: Page, key: string, words: string): Promise<number> {
  await page.evaluate(watchTurning(words))
  await page.keyboard.press(key)
  return page.evaluate<number>('turned')
}

/** In the page: measures from the next Enter until `words` were painted a second time, in the answer to the prompt. */
const watchAnswer = (words: string) => `(() => {
  const began = new Promise((resolve) => {
    const note = ({ key, timeStamp }) => {
      if (key !== 'Enter') return
      removeEventListener('keydown', note, true)
      resolve(timeStamp)
    }
    addEventListener('keydown', note, true)
  })
  window.answered = began.then((pressed) => new Promise((resolve) => {
    const look = () => {
      const shown = document.querySelector('[data-part=pane][data-focus] [role=log]')?.textContent ?? ''
      if (shown.split(${JSON.stringify(words)}).length < 3) requestAnimationFrame(look)
      else setTimeout(() => resolve(performance.now() - pressed))
    }
    requestAnimationFrame(look)
  }))
})()`

/** Types a prompt, one key each `pace` ms or all at once, and sends it; returns the ms until its answer was painted. */
export async function askFor(page: Page, words: string, pace: number | null): Promise<number> {
  await page.evaluate(watchAnswer(words))
  await fieldIn(page).click()
  const prompt = `say: ${words}`
  if (pace === null) await page.keyboard.insertText(prompt)
  else await page.keyboard.type(prompt, { delay: pace })
  await page.keyboard.press('Enter')
  return page.evaluate<number>('answered')
}

export const fieldIn = (page: Page): Locator => page.locator('[data-part=pane][data-focus] .dock textarea')

/** Types in the composer, one key each `pace` ms; returns the ms of each until it was painted. */
export async function typeIn(page: Page, words: string, pace: number): Promise<number[]> {
  await page.evaluate(watchTyping)
  await fieldIn(page).click()
  await page.keyboard.type(words, { delay: pace })
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)))')
  return page.evaluate<number[]>('typed')
}
