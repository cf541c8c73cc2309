let number = 0;

/** Sends one visitor's message. @throws when it was not stored */
export async function sendMessage(url: string, apikey: string) {
  number += 1;
  const response = await fetch(`${url}/rest/v1/contact_submissions`, {
    method: "POST",
    headers: { apikey, "content-type": "application/json" },
    body: JSON.stringify({
      name: `Visitor ${number}`,
      email: `visitor${number}@example.com`,
      monthly_volume: "101-500",
      platforms: ["Etsy"],
      message: "What does a parcel of two pounds cost to the west coast? ".repeat(6),
    }),
  });
  if (response.status !== 201) throw new Error(`a message was answered ${response.status}`);
}

/**
 * Visitors who send one message after another, distributed over `urls`.
 * @returns the response times in ms
 */
export async function sendFor(
  seconds: number,
  visitors: number,
  urls: readonly string[],
  apikey: string,
): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1_000;
  const visitor = async (url: string) => {
    for (let started = performance.now(); started < end; started = performance.now()) {
      await sendMessage(url, apikey);
      times.push(performance.now() - started);
    }
  };
  await Promise.all(
    Array.from({ length: visitors }, (_, i) => visitor(urls[i % urls.length] as string)),
  );
  return times;
}
