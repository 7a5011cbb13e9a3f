import type { Locator, Page } from '@playwright/test'

/*
 * When what a user waits for is painted, as the page itself knows it: the first task after a frame that has it.
 */

/** In the page: resolves with the time at which a place to write in was painted. */
export const untilUsable = `new Promise((resolve) => {
  const look = () => {
    const place = document.querySelector(':is(main, [role=main]) textarea')
    if (place === null) requestAnimationFrame(look)
    else requestAnimationFrame(() => setTimeout(() => resolve(Date.now())))
  }
  look()
})`

/** In the page: from now on notes how long each key takes from its press until what it wrote was painted. */
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

/** In the page: from the next key that turns to another tab until words of that tab's conversation were painted. */
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

/** Turns to another tab by a key; gives the ms until `words` of it were painted. */
export async function turnTo(page: Page, key: string, words: string): Promise<number> {
  await page.evaluate(watchTurning(words))
  await page.keyboard.press(key)
  return page.evaluate<number>('turned')
}

/** In the page: from the next Enter until `words` of an answer were painted, beside those of the prompt that asked for them. */
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

/** Writes a prompt, by one key each `pace` ms or at once, and sends it; gives the ms from then until its answer was painted. */
export async function askFor(page: Page, words: string, pace: number | null): Promise<number> {
  await page.evaluate(watchAnswer(words))
  await fieldIn(page).click()
  const prompt = `say: ${words}`
  if (pace === null) await page.keyboard.insertText(prompt)
  else await page.keyboard.type(prompt, { delay: pace })
  await page.keyboard.press('Enter')
  return page.evaluate<number>('answered')
}

/** Where one writes, of two panes in the one with the focus. */
export const fieldIn = (page: Page): Locator => page.locator('[data-part=pane][data-focus] .dock textarea')

/** Types in the place to write in, one key each `pace` ms; gives the ms that each took until it was painted. */
export async function typeIn(page: Page, words: string, pace: number): Promise<number[]> {
  await page.evaluate(watchTyping)
  await fieldIn(page).click()
  await page.keyboard.type(words, { delay: pace })
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)))')
  return page.evaluate<number[]>('typed')
}
