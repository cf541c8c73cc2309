import { expect, test } from "vitest";
import { meantEmail } from "./email-typo.ts";

test.each([
  ["ada@gmial.com", "ada@gmail.com"],
  ["ada@gmai.com", "ada@gmail.com"],
  ["ada@gnail.com", "ada@gmail.com"],
  ["ada@gmaill.com", "ada@gmail.com"],
  ["ada@gmail.cm", "ada@gmail.com"],
  ["ada@gmail.con", "ada@gmail.com"],
  ["Ada.Park+shop@GMIAL.CON ", "Ada.Park+shop@gmail.com"],
  ["ada@yaho.com", "ada@yahoo.com"],
  ["ada@hotmial.com", "ada@hotmail.com"],
  ["ada@outlok.com", "ada@outlook.com"],
  ["ada@iclould.com", "ada@icloud.com"],
  ["ada@tinyshop.con", "ada@tinyshop.com"],
])("%j probably means %j", (typed, meant) => {
  expect(meantEmail(typed)).toBe(meant);
});

test.each([
  ["", "ada", "ada@", "@gmial.com", "a da@gmial.com", "ada@gmail@gmial.com"],
  ["ada@gmail.com", "ADA@Gmail.com", "ada@tinyshop.com", "ada@tinyshop.co", "ada@shop.example"],
  ["ada@mail.com", "ada@ymail.com", "ada@email.com", "ada@gmx.com", "ada@googlemail.com"],
  ["ada@yahoo.ca", "ada@yahoo.co.uk", "ada@hotmail.fr", "ada@outlook.de", "ada@live.com"],
])("asks about none of %j, %j, %j …", (...typed) => {
  expect(typed.map(meantEmail)).toEqual(typed.map(() => undefined));
});

test("does not ask while a domain is being typed", () => {
  for (const whole of ["ada@gmail.com", "ada@outlook.com", "ada@tinyshop.community"])
    for (let length = 0; length <= whole.length; length++)
      expect(meantEmail(whole.slice(0, length))).toBeUndefined();
});
